/** Packages of this workspace that `bench/` uses: from here they resolve to the versions declared in its package.json. */
export { default as Fastify } from 'fastify'
export { default as postgres } from 'postgres'
export { default as sharp } from 'sharp'
export { Pool } from 'undici'
