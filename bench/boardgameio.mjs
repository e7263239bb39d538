// Plays random games of tic-tac-toe with boardgame.io's headless client for some milliseconds; prints moves, games and
// milliseconds. `node bench/boardgameio.mjs 500`, with boardgame.io installed where Node.js finds it from here.
import { createRequire } from "node:module";

const { Client } = createRequire(import.meta.url)("boardgame.io/client");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const game = {
  name: "three-in-a-row",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
  moves: {
    mark: ({ G, playerID }, cell) => {
      G.cells[cell] = playerID; // not checked: it comes from the free cells, as our actions from the legal ones
    },
  },
  endIf: ({ G, ctx }) => {
    const { cells } = G;
    if (LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[b] === cells[c]))
      return { winner: ctx.currentPlayer };
    return cells.every((cell) => cell !== null) ? { draw: true } : undefined;
  },
};

/** Play for some milliseconds; return the numbers of moves and games. */
function play(milliseconds) {
  let moves = 0, games = 0;
  const client = Client({ game, debug: false });
  client.start();
  const start = performance.now(), used = process.cpuUsage();
  while (performance.now() - start < milliseconds) {
    client.reset();
    for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
      const free = state.G.cells.flatMap((cell, n) => (cell === null ? [n] : []));
      client.moves.mark(free[Math.floor(Math.random() * free.length)]);
      moves++;
    }
    games++;
  }
  const passed = performance.now() - start;
  const { user, system } = process.cpuUsage(used); // microseconds of all threads
  client.stop();
  return [moves, games, Math.min(passed, (user + system) / 1000)];
}

play(300); // lets the engine compile the code first
console.log(play(Number(process.argv[2] ?? 500)).join(" "));
