import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { imageHost } from '../../test/image-host.ts'
import { postOnce } from '../../test/posting.ts'
import { privateHosts } from '../../test/private-hosts.ts'
import { createAddressGuard } from './address-guard.ts'
import { checkWebhookUrl } from './check-webhook-url.ts'
import { FetchFailure } from './fetch-failure.ts'
import { createGuardedPost } from './guarded-post.ts'

const check = (url: string, { allow = [] as string[], addresses = ['8.8.8.8'] } = {}) =>
  checkWebhookUrl(url, { guard: createAddressGuard(allow), resolve: async () => addresses })

const notPublic = /^must have a host with public addresses only/

suite('URLs of webhooks', () => {
  test('are https URLs whose host is public, on port 443', async () => {
    for (const url of [
      'https://receiver.example',
      'https://receiver.example:443/a?b=c',
      'HTTPS://Receiver.Example./a',
      'https://8.8.8.8/',
      'https://[2600::1]/',
      'https://bücher.example/'
    ])
      assert.equal(await check(url), undefined, url)
  })

  test('are refused if they are anything else', async () => {
    for (const [url, problem] of [
      ['', /^must be an https URL without a user name/],
      ['receiver.example', /^must be an https URL without a user name/],
      ['https:receiver.example', /^must be an https URL without a user name/],
      ['https:\\\\receiver.example', /^must be an https URL without a user name/],
      ['https:///receiver.example', /^must be an https URL without a user name/],
      [' https://receiver.example', /^must be an https URL without a user name/],
      ['https://receiver.example/\r\na', /^must be an https URL without a user name/],
      ['https://user@receiver.example', /^must be an https URL without a user name/],
      ['https://:secret@receiver.example', /^must be an https URL without a user name/],
      ['https://receiver.example@10.0.0.1/', /^must be an https URL without a user name/],
      ['https://[::1%25lo]/', /^must be an https URL without a user name/],
      ['https://1.2.3.4.5/', /^must be an https URL without a user name/],
      ['ftp://receiver.example', /^must be an https URL without a user name/],
      ['file:///etc/passwd', /^must be an https URL without a user name/],
      ['http://receiver.example', /^must be an https URL, such/],
      ['http://receiver.example:443', /^must be an https URL, such/],
      ['http://8.8.8.8', /^must be an https URL, such/],
      ['https://receiver.example:8443', /^must use port 443/],
      ['https://receiver.example:80', /^must use port 443/]
    ] as const) {
      const found = await check(url)
      assert.match(found ?? '', problem, url)
      assert.doesNotMatch(found ?? '', /secret/)
    }
  })

  test('are refused if the name has an address that is not public', async () => {
    for (const addresses of [
      ['10.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
      ['::1'],
      ['::ffff:10.0.0.1'],
      ['64:ff9b::a00:1']
    ])
      assert.match((await check('https://receiver.example', { addresses })) ?? '', notPublic)
  })

  test('are allowed with any port and with http if the operator allows the host or its network', async () => {
    for (const url of [
      'http://receiver.example:8080/',
      'https://receiver.example:8443/',
      'http://receiver.example/'
    ])
      for (const allow of [['receiver.example'], ['10.0.0.0/8']])
        assert.equal(await check(url, { allow, addresses: ['10.0.0.1'] }), undefined, url)
    assert.equal(
      await check('http://localhost:8080/', { allow: ['localhost'], addresses: ['127.0.0.1'] }),
      undefined
    )
    assert.match(
      (await check('http://receiver.example/', { allow: ['10.0.0.0/8'] })) ?? '',
      /^must be an https URL/
    )
  })

  test('are accepted if the name cannot be resolved in time, unless the host has to be allowed', async () => {
    const missing = async () => {
      throw new FetchFailure('HOST_NOT_FOUND', 'the host name has no address')
    }
    const never = () => new Promise<string[]>(() => {})
    for (const resolve of [missing, never, async () => []]) {
      const options = { guard: createAddressGuard(['inside.example', '10.0.0.0/8']), resolve, lookupMs: 20 }
      assert.equal(await checkWebhookUrl('https://receiver.example/', options), undefined)
      assert.equal(await checkWebhookUrl('http://inside.example:8080/', options), undefined)
      assert.match(
        (await checkWebhookUrl('http://receiver.example/', options)) ?? '',
        /^must be an https URL/
      )
      assert.match(
        (await checkWebhookUrl('https://receiver.example:8443/', options)) ?? '',
        /^must use port 443/
      )
      assert.match((await checkWebhookUrl('https://localhost/', options)) ?? '', notPublic)
    }
  })
})

suite('addresses that are not public', () => {
  for (const host of privateHosts)
    test(`https://${host} is refused when it is checked, and when a request is sent`, async () => {
      const resolve = async () => ['127.0.0.1']
      const guard = createAddressGuard([])
      for (const url of [`https://${host}/a`, `https://${host}:8443/a`, `http://${host}/a`]) {
        assert.match((await checkWebhookUrl(url, { guard, resolve })) ?? '', /^must /)
        const posted = await postOnce(url, { allow: [], resolve })
        assert.deepEqual([posted.status, posted.reason], [null, 'ADDRESS_NOT_ALLOWED'])
      }
    })

  test('are refused without a connection, also if the name had another address when it was checked', async () => {
    const receiver = await imageHost((_, response) => response.end('done'))
    const found = [['8.8.8.8'], ['127.0.0.1']]
    const resolve = async () => found.shift() ?? []
    const url = 'https://receiver.example/'
    assert.equal(await checkWebhookUrl(url, { guard: createAddressGuard([]), resolve }), undefined)
    assert.equal((await postOnce(url, { allow: [], resolve })).reason, 'ADDRESS_NOT_ALLOWED')
    for (const allow of [[], ['10.0.0.0/8'], ['other.example']])
      assert.equal((await postOnce(`${receiver.origin}/`, { allow })).reason, 'ADDRESS_NOT_ALLOWED')
    assert.equal(receiver.connections, 0)
    await receiver.close()
  })

  test('are looked for again for each connection', async () => {
    const receiver = await imageHost((_, response) => response.writeHead(200, { connection: 'close' }).end())
    const found = [['127.0.0.1'], ['127.0.0.2']]
    const sender = createGuardedPost({ allow: ['127.0.0.1'], resolve: async () => found.shift() ?? [] })
    const url = `http://receiver.example:${receiver.port}/`
    const reasonOf = async () => (await sender.post(url, { headers: {}, body: '{}' })).reason
    assert.equal(await reasonOf(), 'OK')
    assert.equal(await reasonOf(), 'ADDRESS_NOT_ALLOWED')
    assert.equal(receiver.connections, 1)
    await sender.close()
    await receiver.close()
  })

  test('are refused if the socket is connected to another address than the one that was checked', async () => {
    const receiver = await imageHost((_, response) => response.end('done'))
    const inner = createAddressGuard(['127.0.0.1'])
    let checks = 0
    const guard = {
      isAllowedHost: inner.isAllowedHost,
      allows: (...checked: Parameters<typeof inner.allows>) => ++checks === 1 && inner.allows(...checked)
    }
    assert.equal((await postOnce(receiver.origin, { guard })).reason, 'ADDRESS_NOT_ALLOWED')
    assert.deepEqual([checks, receiver.asked.length], [2, 0])
    await receiver.close()
  })
})
