import { settle } from "../support/deferred.ts";
import { advanceExchange, fail, waiting } from "./network.ts";
import { violate, type World } from "./world.ts";

/** Delivers everything until nothing more is sent. */
export async function quiet(world: World): Promise<void> {
  for (let rounds = 0; ; rounds++) {
    await settle();
    for (const release of world.releases.splice(0)) release();
    const hung = world.exchanges.filter(({ phase }) => phase === "hung");
    for (const exchange of hung) fail(world, exchange, "hung");
    const [next] = waiting(world);
    if (next) advanceExchange(world, next, 3, "ok");
    else if (hung.length === 0) return;
    if (rounds > 300) return violate(world, "it never becomes quiet");
  }
}

/** Lets time pass, and delivers everything. */
export async function pass(world: World, ...times: readonly number[]): Promise<void> {
  for (const ms of times) {
    await world.clock.advance(ms);
    await quiet(world);
  }
}
