/** Headless Chromium for tests, and a static file server like GitHub Pages: below a path, with brief caching. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser as BareBrowser, type BrowserContext, chromium } from 'playwright-core';
import { sha256 } from '../../src/fs/hash.ts';
import { listen } from './listen.ts';
import { HANG_MS } from './server.ts';

/** The headless shell is preferred: it has the same engine without windows, and uses a third less CPU time. */
const CHROMIUM = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => join('/usr/bin', name))
  .find((path) => existsSync(path));

/** Path of the browser; null if there is none. */
export const BROWSER: string | null = process.env.CHROMIUM ?? CHROMIUM ?? null;

const QUIET = [
  // A key scrolls at once. Otherwise, the page would still scroll while the next test points at it.
  '--disable-smooth-scrolling',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** Raises the time limit for an action, which is half a minute by default: too short for a busy machine. */
function waitLong(context: BrowserContext): BrowserContext {
  context.setDefaultTimeout(HANG_MS);
  return context;
}

async function launchBrowser(): Promise<BareBrowser> {
  const browser = await chromium.launch({ executablePath: BROWSER as string, headless: true, args: QUIET });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => waitLong(await newContext(options));
  return browser;
}

let shared: Promise<BareBrowser> | undefined;

/**
 * The browser of this process, without a profile. It is started once, because contexts are separate and start much faster, and ends with
 * the process. Close contexts, not the browser.
 */
export async function sharedBrowser(): Promise<BareBrowser> {
  // It may have crashed.
  if (!(await shared)?.isConnected()) shared = launchBrowser();
  return shared as Promise<BareBrowser>;
}

/** Starts the browser with its own profile. */
export async function startBrowser(): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'stillwave-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: BROWSER as string,
    headless: true,
    args: QUIET,
  });
  waitLong(context);
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}

export interface FileServer {
  readonly origin: string;
  /** Requested paths, in order. */
  readonly asked: string[];
  /** Paths that return garbage at the next request. */
  readonly damaged: Set<string>;
  /** Paths that are missing for now. */
  readonly missing: Set<string>;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  json: 'application/json',
};

/** Serves the files of a folder below `basePath`, "" or "/gw", with `more` headers. */
export async function serveFiles(
  root: string,
  basePath: string,
  more: Readonly<Record<string, string>> = {},
): Promise<FileServer> {
  const asked: string[] = [];
  const damaged = new Set<string>();
  const missing = new Set<string>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://host.example');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    asked.push(path);
    let body: Buffer;
    try {
      if (!path.startsWith(`${basePath}/`) || path.includes('%') || missing.has(path)) throw new Error('not ours');
      body = readFileSync(join(root, path.slice(basePath.length)));
    } catch {
      response.writeHead(404, { 'content-type': 'text/html', 'cache-control': 'max-age=600' }).end('<h1>404</h1>');
      return;
    }
    if (damaged.delete(path)) body = Buffer.from('rubbish');
    const etag = `"${sha256(body)}"`;
    const headers = { ...more, 'cache-control': 'max-age=600', etag };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const type = TYPES[/[^.]*$/.exec(path)?.[0] ?? ''] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'content-type': type }).end(body);
  });
  return { ...(await listen(server)), asked, damaged, missing };
}
