import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { DatabaseStartError } from './errors.ts'
import { canReach, chooseAccount } from './location.ts'

const accounts = [
  {
    title: 'postgres before nobody',
    passwd: 'nobody:x:9:9::/:\npostgres:x:26:27::/:',
    expected: { uid: 26, gid: 27 }
  },
  {
    title: 'nobody before other users',
    passwd: 'root:x:0:0::/:\nann:x:5:5::/:\nnobody:x:9:8::/:',
    expected: { uid: 9, gid: 8 }
  },
  {
    title: 'any user other than root',
    passwd: 'root:x:0:0::/:\ntoor:x:0:0::/:\nann:x:5:6::/:\n',
    expected: { uid: 5, gid: 6 }
  }
]

for (const { title, passwd, expected } of accounts)
  test(`PostgreSQL runs as ${title}`, () => {
    assert.deepEqual(chooseAccount(passwd), expected)
  })

test('a system with no user but root is refused', () => {
  assert.throws(() => chooseAccount('root:x:0:0::/:\n'), DatabaseStartError)
})

const parent = fs.mkdtempSync(join(tmpdir(), 'purveyor-account-'))
after(() => fs.rmSync(parent, { recursive: true, force: true }))

test('a private parent folder blocks other users but not its owner', () => {
  const { uid, gid } = userInfo()
  const otherUser = { uid: uid + 1, gid: gid + 1 }
  const inner = join(parent, 'inner')
  fs.mkdirSync(inner, { mode: 0o755 })
  assert.equal(canReach(inner, otherUser), false)
  assert.equal(canReach(inner, { uid, gid }), true)
  fs.chmodSync(parent, 0o710)
  assert.equal(canReach(inner, { uid: uid + 1, gid: fs.statSync(parent).gid }), true)
  assert.equal(canReach(inner, otherUser), false)
  fs.chmodSync(parent, 0o711)
  assert.equal(canReach(inner, otherUser), true)
})
