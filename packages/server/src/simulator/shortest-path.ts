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
    const costs = new Map([[start, 0]]);
    const arrivedBy = new Map<number, { readonly edge: number; readonly node: number }>();
    const open = new Set([start]);
    while (open.size > 0) {
      const node = cheapest(open, costs);
      if (node === end) return trace(arrivedBy, end);
      open.delete(node);
      const soFar = costs.get(node) ?? 0;
      for (const { edge, to, cost } of stepsFrom[node] ?? []) {
        if (soFar + cost >= (costs.get(to) ?? Infinity)) continue;
        costs.set(to, soFar + cost);
        arrivedBy.set(to, { edge, node });
        open.add(to);
      }
    }
    return null;
  };
}

function cheapest(open: ReadonlySet<number>, costs: ReadonlyMap<number, number>): number {
  let best = -1;
  let least = Infinity;
  for (const node of open) {
    const cost = costs.get(node) ?? Infinity;
    if (cost >= least) continue;
    best = node;
    least = cost;
  }
  return best;
}

function trace(
  arrivedBy: ReadonlyMap<number, { readonly edge: number; readonly node: number }>,
  end: number,
): number[] {
  const path: number[] = [];
  for (let step = arrivedBy.get(end); step !== undefined; step = arrivedBy.get(step.node)) path.unshift(step.edge);
  return path;
}
