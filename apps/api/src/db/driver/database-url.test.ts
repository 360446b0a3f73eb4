import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatHost, parseDatabaseUrl } from './database-url.ts'

const hostsOf = (url: string) => parseDatabaseUrl(url)?.hosts.map(formatHost)

test('a URL has one or several hosts, each with its own port', () => {
  assert.deepEqual(hostsOf('postgres://u:p@db'), ['db:5432'])
  assert.deepEqual(hostsOf('postgresql://u:p@a:1,b:2,c/d?x=y'), ['a:1', 'b:2', 'c:5432'])
  assert.deepEqual(hostsOf('postgres://[::1]:6000,10.0.0.1/d'), ['[::1]:6000', '10.0.0.1:5432'])
  assert.deepEqual(hostsOf('postgres://u@%2Fvar%2Frun:5433/d'), ['/var/run:5433'])
})

test('a URL has credentials, a database, and says whether to use TLS', () => {
  const url = 'postgres://u:p%40q@a:1,b/d%20e?target_session_attrs=read-write&sslmode=require'
  assert.deepEqual(parseDatabaseUrl(url), {
    url,
    hosts: [
      { host: 'a', port: 1 },
      { host: 'b', port: 5432 }
    ],
    user: 'u',
    password: 'p@q',
    database: 'd e',
    tls: 'required'
  })
  const { user, password, database, tls } = parseDatabaseUrl('postgres://a') ?? {}
  assert.deepEqual([user, password, database, tls], [undefined, undefined, undefined, 'off'])
})

test('other texts are refused', () => {
  for (const text of [
    'mysql://a',
    'postgres://',
    'postgres://a,,b',
    'postgres://a:0',
    'postgres://a:70000',
    'a:1'
  ])
    assert.equal(parseDatabaseUrl(text), undefined, text)
})
