/**
 * Decides when the Node host composes a response. All responses share one thread, so a client that requests the longest ones on many
 * connections would otherwise keep everybody else waiting (`npm run bench -- fairness`).
 */

import { setImmediate } from 'node:timers/promises';
import { createGate } from '../../core/handler/gate.ts';

/** Entries of the longest response that counts as short. */
const SHORT_ROWS = 100;
/** Short responses that are composed at the same time: thousands could wait for the same pack, and would all be in memory then. */
const MAX_SHORT = 64;
/** Once long responses have taken this long (ms), everything else that has arrived goes first. */
const TURN_MS = 5;
/** Rounds of the event loop in which a request on a new connection is accepted and read. Each round accepts one connection. */
const ROUNDS = 4;
/** How long (ms) a long response waits for other requests to arrive, and for short ones, which take more rounds if they read a pack. */
const PATIENCE_MS = 50;

/** Resolves when a response with so many entries may be composed, to the function to call when it is. */
export type TakeTurn = (rows: number) => Promise<() => void>;

/** Composes long responses one after the other, and lets short ones pass them. */
export function createTurns(): TakeTurn {
  const [short, long] = [createGate(MAX_SHORT), createGate(1)];
  let turnEnds = 0;
  let shortOnes = 0;
  let arrivals = 0;

  async function pause(): Promise<void> {
    const start = performance.now();
    if (shortOnes === 0 && start < turnEnds) return;
    const isPatient = () => performance.now() < start + PATIENCE_MS;
    // As long as requests arrive, a short one may be behind them.
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
