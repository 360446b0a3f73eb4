/** Limits of one image that is sent (specification 4.7; 8). All frames of an animation count together. */
export const mostImageBytes = 10 * 1024 * 1024
export const mostImagePixels = 50_000_000
/** What a preview may have, and what an image may have to need none. */
export const mostPreviewBytes = 256 * 1024
export const mostPreviewSide = 1024
