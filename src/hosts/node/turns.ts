/**
 * Decides when the Node host composes a response. All responses share one thread, so a client that requests the longest responses on many
 * connections would otherwise keep everyone else waiting (`npm run bench -- fairness`).
 */

import { setImmediate } from 'node:timers/promises';
import { createGate } from '../../core/base/gate.ts';

/** Maximum number of entries in a response that counts as short. */
const SHORT_ROWS = 100;
/**
 * Maximum number of short responses that are composed at the same time: otherwise, thousands could wait for the same pack and all be in
 * memory at once.
 */
const MAX_SHORT = 64;
/** After long responses have been composed for this long, in ms, all other requests that have arrived go first. */
const TURN_MS = 5;
/** Number of event-loop rounds within which a request on a new connection is accepted and read. Each round accepts one connection. */
const ROUNDS = 4;
/**
 * How long, in ms, a long response waits for other requests to arrive, and for short responses, which take more rounds if they read a pack.
 */
const PATIENCE_MS = 50;

/**
 * Resolves when a response with this many entries may be composed. The result is a function to call once the response has been composed.
 */
export type TakeTurn = (rows: number) => Promise<() => void>;

/** Composes long responses one after the other, and lets short responses go ahead of them. */
export function createTurns(): TakeTurn {
  const [short, long] = [createGate(MAX_SHORT), createGate(1)];
  let turnEnds = 0;
  let shortOnes = 0;
  let arrivals = 0;

  async function pause(): Promise<void> {
    const start = performance.now();
    if (shortOnes === 0 && start < turnEnds) return;
    const isPatient = () => performance.now() < start + PATIENCE_MS;
    // As long as requests keep arriving, a short one may be among them.
    let [quiet, seen] = [0, arrivals];
    while (quiet < ROUNDS && isPatient()) {
      await setImmediate();
      quiet = arrivals === seen ? quiet + 1 : 0;
      seen = arrivals;
    }
    while (shortOnes > 0 && isPatient()) await setImmediate();
    turnEnds = performance.now() + TURN_MS;
  }

  return (rows) =>
    new Promise((begin) => {
      arrivals++;
      const untilEnd = () => new Promise<void>((end) => begin(end));
      if (rows > SHORT_ROWS) {
        long(() => pause().then(untilEnd));
        return;
      }
      shortOnes++;
      short(untilEnd).finally(() => shortOnes--);
    });
}

/**
 * Creates a function whose promise resolves at the end of the current round of the event loop: after all input that has arrived has been
 * handled, and before waiting for more. Responses to requests that arrived together are then sent together, and a single request does not
 * wait longer. Sending wakes up a client or proxy that is waiting on the same machine, and waking it can cost more than composing a
 * response. While the client is awake, further responses reach it without that cost. Callers continue in the order in which they called.
 */
export function createBatchEnd(): () => Promise<void> {
  let end: Promise<void> | null = null;
  return () => {
    end ??= setImmediate().then(() => {
      end = null;
    });
    return end;
  };
}
