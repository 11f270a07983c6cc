/** Servers in this process, on a free port of the loopback interface. */

import type { AddressInfo, Server } from 'node:net';

export interface Listening {
  readonly port: number;
  /** "http://127.0.0.1:8000", for example. */
  readonly origin: string;
  /** Also ends open connections of HTTP servers. */
  close(): Promise<void>;
}

export async function listen(server: Server & { closeAllConnections?(): void }): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections?.();
    });
  return { port, origin: `http://127.0.0.1:${port}`, close };
}
