/**
 * Packages that `bench/` uses. Imported from here, they resolve to the versions in this workspace's
 * package.json.
 */
export { default as Fastify } from 'fastify'
export { default as postgres } from 'postgres'
export { default as sharp } from 'sharp'
export { Pool } from 'undici'
