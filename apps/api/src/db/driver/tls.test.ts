import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { certificateFor } from '../../../test/certificate.ts'
import { type Cluster, createCluster } from '../../../test/clusters.ts'

const connectModule = join(import.meta.dirname, '../connect.ts')

let cluster: Cluster
let certificate: string
before(async () => {
  cluster = await createCluster()
  certificate = join(cluster.location.cluster, 'server.crt')
  await certify('localhost')
  await cluster.stop()
  await cluster.start({ ssl: 'on' })
})
after(() => cluster?.remove())

/** Gives the server a certificate for this host name. */
async function certify(host: string): Promise<void> {
  const { cert, key } = certificateFor(host)
  await writeFile(certificate, cert)
  await writeFile(join(cluster.location.cluster, 'server.key'), key, { mode: 0o600 })
  await cluster.own()
}

/**
 * Connects with each `sslmode`, in a process of its own. Returns the TLS version of each connection, `none`, or the
 * code of the error.
 */
async function connectWith(modes: string[], { trusts }: { trusts: boolean }): Promise<string[]> {
  const urls = modes.map((mode) => {
    const url = new URL(cluster.url)
    url.hostname = 'localhost'
    if (mode) url.searchParams.set('sslmode', mode)
    return url.href
  })
  const program = `
    const { connect } = await import(${JSON.stringify(connectModule)})
    const results = await Promise.all(${JSON.stringify(urls)}.map(async (url) => {
      const sql = connect(url, { max: 1 })
      const read = sql\`select coalesce(version, 'none') as version from pg_stat_ssl where pid = pg_backend_pid()\`
      return await read.then(([row]) => row.version, (error) => error.code)
    }))
    console.log(JSON.stringify(results))
    process.exit()`
  const env = { ...process.env, ...(trusts && { NODE_EXTRA_CA_CERTS: certificate }) }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env
  })
  return JSON.parse(stdout)
}

test('sslmode decides whether connections to the database use TLS, and what is verified', async () => {
  const untrusted = 'DEPTH_ZERO_SELF_SIGNED_CERT'
  assert.deepEqual(
    await connectWith(['', 'disable', 'prefer', 'require', 'verify-ca', 'verify-full'], { trusts: false }),
    ['none', 'none', 'TLSv1.3', 'TLSv1.3', untrusted, untrusted]
  )
  const verified = ['verify-ca', 'verify-full']
  assert.deepEqual(await connectWith(verified, { trusts: true }), ['TLSv1.3', 'TLSv1.3'])
  await certify('db.example')
  await cluster.run((sql) => sql`select pg_reload_conf()`)
  const otherName = 'ERR_TLS_CERT_ALTNAME_INVALID'
  assert.deepEqual(await connectWith(verified, { trusts: true }), [otherName, otherName])
})
