// Plays random games of tic-tac-toe with boardgame.io's headless client for some milliseconds; prints moves, games and
// milliseconds. `node bench/boardgameio.mjs 500`, with boardgame.io installed where Node.js finds it from here.
import { createRequire } from "node:module";

const { Client } = createRequire(import.meta.url)("boardgame.io/client");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const game = {
  name: "three-in-a-row",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
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
  const start = performance.now();
  while (performance.now() - start < milliseconds) {
    const client = Client({ game, debug: false });
    client.start();
    for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
      const free = state.G.cells.flatMap((cell, n) => (cell === null ? [n] : []));
      client.moves.mark(free[Math.floor(Math.random() * free.length)]);
      moves++;
    }
    client.stop();
    games++;
  }
  return [moves, games, performance.now() - start];
}

play(300); // lets the engine compile the code first
console.log(play(Number(process.argv[2] ?? 500)).join(" "));
