/** Line drawings like those of `ui/drawings.tsx`, on the store's dark ground. They say nothing themselves. */
const GROUND = '<path class="ink" d="M20 136h200"/><path class="thin" d="M34 148h40m18 0h54m18 0h40"/>';
const HILL = '<path class="soft" d="M14 136c18-60 62-96 108-96s86 36 104 96z"/>';

const drawing = (lines: string): string =>
  `<svg viewBox="0 0 240 160" aria-hidden="true" focusable="false">${HILL}${lines}${GROUND}</svg>`;

/** A workshop with its shutter down. */
export const closedDrawing = drawing(
  '<path class="solid" d="M66 62h108v74H66z"/>' +
    '<path class="mark" d="M60 62l8-24h104l8 24c0 8-20 8-20 0 0 8-20 8-20 0 0 8-40 8-40 0 0 8-20 8-20 0 0 8-20 8-20 0z"/>' +
    '<path class="thin" d="M80 84h80m-80 14h80m-80 14h80"/><path class="ink" d="M80 136V76h80v60m-46-10h12"/>',
);

/** A barrier across the road, and a cone before it. */
export const worksDrawing = drawing(
  '<path class="solid" d="M70 136V66h10v70zm90 0V66h10v70z"/><path class="mark" d="M54 76h132v24H54z"/>' +
    '<path class="mark" d="M78 76l-16 24m44-24l-16 24m44-24l-16 24m44-24l-16 24m44-24l-12 18"/>' +
    '<path class="solid" d="M104 130l12-36h8l12 36z"/><path class="ink" d="M96 136c0-4 2-6 6-6h36c4 0 6 2 6 6m-33-18h18"/>' +
    '<path class="thin" d="M75 66v-8m90 8v-8"/>',
);

/** A toolbox, opened. */
export const toolsDrawing = drawing(
  '<path class="mark" d="M80 94V62a15 15 0 0 1-4-24v13l9 6 9-6V38a15 15 0 0 1-4 24v32"/>' +
    '<path class="solid" d="M150 40h14v26h-14z"/><path class="ink" d="M157 66v28M104 92V80a8 8 0 0 1 8-8h16a8 8 0 0 1 8 8v12"/>' +
    '<path class="solid" d="M60 92h120v44H60z"/><path class="ink" d="M60 108h120"/><path class="solid" d="M112 101h16v14h-16z"/>',
);
