// One army's reach with honeycomb-grid. It has hexes and neighbours but no search, so a bucket Dijkstra runs on its
// neighbours. Reads and answers one JSON document a line, and measures itself.
import { createInterface } from 'node:readline'
import { defineHex, Direction, Grid, Orientation } from 'honeycomb-grid'

const DIRECTIONS = [Direction.E, Direction.NE, Direction.NW, Direction.W, Direction.SW, Direction.SE]
const Tile = defineHex({ orientation: Orientation.POINTY, offset: -1 })
let grid, starts, budget

function reach(start) {
  const spent = new Map([[start, 0]])
  const buckets = Array.from({ length: budget + 1 }, () => [])
  buckets[0].push(start)
  for (let points = 0; points <= budget; points++) {
    for (const here of buckets[points]) {
      if (spent.get(here) !== points) continue
      for (const direction of DIRECTIONS) {
        const there = grid.neighborOf(here, direction, { allowOutside: false })
        if (!there) continue
        const total = points + there.cost
        if (total > budget || total >= (spent.get(there) ?? Infinity)) continue
        spent.set(there, total)
        buckets[total].push(there)
      }
    }
  }
  return spent
}

const commands = {
  map({ side, cells, from, points }) {
    const hexes = []
    for (let row = 0; row < side; row++)
      for (let col = 0; col < side; col++) {
        const cost = cells[row * side + col]
        if (cost === '0') continue
        const hex = new Tile({ col, row })
        hex.cost = Number(cost)
        hexes.push(hex)
      }
    grid = new Grid(Tile, hexes)
    starts = from.map(([col, row]) => grid.getHex({ col, row }))
    budget = points
    return hexes.length
  },
  answer({ n }) {
    return [...reach(starts[n % starts.length])].map(([hex, cost]) => [hex.col, hex.row, cost])
  },
  time({ first, calls }) {
    const before = performance.now()
    for (let n = first; n < first + calls; n++) reach(starts[n % starts.length])
    return (performance.now() - before) / 1000
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const { command, ...rest } = JSON.parse(line)
  process.stdout.write(`${JSON.stringify(commands[command](rest))}\n`)
}
