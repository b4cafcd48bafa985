/** Gold leaf for a royal flush: a fixed number of particles on a canvas of limited size. */

const PARTICLES = 110;
const CANVAS_WIDTH = 960;
const COLOURS = ['#ffe9b0', '#e8c170', '#c9952f', '#fff8e6', '#a8323e'];

/**
 * @param {HTMLElement} parent
 * @param {number} ms
 * @returns {() => void} ends it early
 */
export function startConfetti(parent, ms) {
  const canvas = document.createElement('canvas');
  canvas.className = 'confetti';
  canvas.width = Math.min(CANVAS_WIDTH, innerWidth);
  canvas.height = Math.round((canvas.width * innerHeight) / innerWidth);
  parent.append(canvas);
  const context = canvas.getContext('2d');
  const leaves = Array.from({ length: PARTICLES }, () => leaf(canvas));
  const start = performance.now();
  let frame = 0;

  /** @param {number} now */
  const draw = (now) => {
    const seconds = (now - start) / 1000;
    if (context === null || now - start > ms) return canvas.remove();
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.globalAlpha = Math.min(1, (ms - (now - start)) / 2000);
    for (const each of leaves) drawLeaf(context, each, seconds, canvas.height);
    frame = requestAnimationFrame(draw);
  };
  frame = requestAnimationFrame(draw);
  return () => {
    cancelAnimationFrame(frame);
    canvas.remove();
  };
}

/** @param {HTMLCanvasElement} canvas */
function leaf({ width, height }) {
  return {
    x: Math.random() * width,
    y: -Math.random() * height * 1.2,
    fall: height * (0.14 + Math.random() * 0.16),
    sway: width * (0.008 + Math.random() * 0.02),
    turn: 1 + Math.random() * 3,
    phase: Math.random() * Math.PI * 2,
    size: Math.max(width, height) * (0.004 + Math.random() * 0.006),
    colour: COLOURS[Math.floor(Math.random() * COLOURS.length)] ?? '#e8c170',
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {ReturnType<typeof leaf>} leaf
 * @param {number} seconds
 * @param {number} height
 */
function drawLeaf(context, { x, y, fall, sway, turn, phase, size, colour }, seconds, height) {
  const down = y + fall * seconds;
  if (down < -size) return;
  const angle = phase + turn * seconds;
  context.setTransform(1, 0, 0, 1, x + sway * Math.sin(angle), down % (height * 1.1));
  context.rotate(angle * 0.7);
  context.fillStyle = colour;
  // A leaf that turns in the air shows its edge at times.
  context.fillRect(-size / 2, -size, size, size * 2 * Math.cos(angle));
  context.setTransform(1, 0, 0, 1, 0, 0);
}
