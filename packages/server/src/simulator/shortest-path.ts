/** A connection of two nodes that can be used in both directions. Nodes are numbered from 0. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  /** At least 0. */
  readonly cost: number;
}

/** Finds the path of the lowest cost: the indexes of its edges in their order, or null if there is none. */
export type FindPath = (from: number, to: number) => number[] | null;

interface Step {
  readonly edge: number;
  readonly to: number;
  readonly cost: number;
}

/** Makes a function that finds paths (Dijkstra's algorithm). A network of some hundred nodes needs no priority queue. */
export function pathFinder(edges: readonly Edge[]): FindPath {
  const stepsFrom: Step[][] = [];
  for (const [edge, { from, to, cost }] of edges.entries()) {
    (stepsFrom[from] ??= []).push({ edge, to, cost });
    (stepsFrom[to] ??= []).push({ edge, to: from, cost });
  }
  return (start, end) => {
    const costs: number[] = [];
    const arrivedBy: Arrival[] = [];
    const open = new Set([start]);
    costs[start] = 0;
    while (open.size > 0) {
      const node = cheapest(open, costs);
      if (node === end) return trace(arrivedBy, end);
      open.delete(node);
      const soFar = costs[node] ?? 0;
      for (const { edge, to, cost } of stepsFrom[node] ?? []) {
        if (soFar + cost >= (costs[to] ?? Infinity)) continue;
        costs[to] = soFar + cost;
        arrivedBy[to] = { edge, node };
        open.add(to);
      }
    }
    return null;
  };
}

/** The last edge of the cheapest path to a node, and the node before it. */
interface Arrival {
  readonly edge: number;
  readonly node: number;
}

function cheapest(open: ReadonlySet<number>, costs: readonly number[]): number {
  let best = -1;
  let least = Infinity;
  for (const node of open) {
    const cost = costs[node] ?? Infinity;
    if (cost >= least) continue;
    best = node;
    least = cost;
  }
  return best;
}

function trace(arrivedBy: readonly Arrival[], end: number): number[] {
  const path: number[] = [];
  for (let step = arrivedBy[end]; step !== undefined; step = arrivedBy[step.node]) path.push(step.edge);
  return path.toReversed();
}
