import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sections } from '../src/commands/index.ts'
import { exitCodeMeanings } from '../src/exit-codes.ts'
import { select } from '../src/find-command.ts'
import { checkArguments, parseOptions } from '../src/options.ts'
import { commands } from '../src/reference.ts'
import { type TestCli, testCli } from './cli.ts'

let cli: TestCli
before(async () => {
  cli = await testCli()
})
after(() => cli.remove())

/** Splits an example as a shell does, up to the first redirection or pipe. */
function words(example: string): string[] {
  const [command = ''] = example.split(/ (?:[|<]|>>?) /)
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
}

test('every command has an example, and its examples have only arguments that the command takes', async () => {
  for (const command of await commands()) {
    assert.ok(command.examples.length > 0, command.name)
    for (const { command: example } of command.examples) {
      const [program, ...args] = words(example)
      assert.equal(program, 'purveyor')
      const selection = select(args)
      assert.ok('command' in selection && selection.command === command.name, example)
      checkArguments(command, parseOptions(selection.rest, command.options).positionals)
    }
  }
})

test('every command is in a section of the overview, under the name it is registered with', async () => {
  const shown = sections.flatMap(({ words }) => words)
  const { stdout } = await cli.run([])
  for (const { name, summary } of await commands()) {
    assert.ok(shown.includes(name.split(' ')[0] ?? ''), name)
    assert.match(stdout, new RegExp(`^  ${name} +\\S`, 'm'))
    assert.ok(summary.length <= 60 && !summary.endsWith('.'), `${name}: ${summary}`)
  }
})

test('usage lines name only options that the command has', async () => {
  for (const { name, usage, options } of await commands()) {
    for (const [, option = ''] of usage.matchAll(/--([a-z-]+)/g))
      parseOptions([`--${option}=`], stringsOf(options))
    assert.ok(`purveyor ${name} ${usage}`.length <= 100, name)
  }
})

/** With every option as text, `--name=` is valid for each option that exists. */
function stringsOf<T extends object>(options: Record<string, T>) {
  const entries = Object.entries(options).map(([name, option]) => [
    name,
    { ...option, type: 'string' as const }
  ])
  return Object.fromEntries(entries)
}

test('help fits into a terminal that is 80 columns wide', async () => {
  const names = (await commands()).map(({ name }) => name.split(' '))
  for (const args of [[], ...names.map((name) => ['help', ...name]), ['help', 'exit-codes'], ['jobs']]) {
    const { code, stdout } = await cli.run(args, { columns: 80, env: { NO_COLOR: '1' } })
    assert.equal(code, 0)
    for (const line of stdout.split('\n'))
      assert.ok(line.length <= 80 || /^ {2}(\$ )?purveyor /.test(line), `${args.join(' ')}: ${line}`)
  }
})

test('the help of a command is the same with help and with --help', async () => {
  const expected = await cli.run(['help', 'jobs', 'list'])
  assert.match(expected.stdout, /^purveyor jobs list: /)
  for (const args of [
    ['jobs', 'list', '--help'],
    ['jobs', 'list', '-h'],
    ['--help', 'jobs', 'list']
  ])
    assert.deepEqual(await cli.run(args), expected)
})

test('with --json, the help is data', async () => {
  const { stdout } = await cli.run(['help', 'jobs', 'list', '--json'])
  assert.equal(JSON.parse(stdout).name, 'jobs list')
  const all = await cli.run(['--json'])
  assert.equal(JSON.parse(all.stdout).length, (await commands()).length)
})

const mistakes: [args: string, message: RegExp][] = [
  ['whoam', /`whoam` is not a command\. Did you mean `purveyor whoami`\?/],
  ['jobs lst', /`jobs lst` is not a command\. Did you mean `purveyor jobs list`\?/],
  ['jobs xyzzy', /`jobs xyzzy` is not a command\.\n`purveyor help jobs` lists/],
  ['frobnicate', /`frobnicate` is not a command\.\n`purveyor help` lists/],
  ['product list', /`product` is not a command\.\n`purveyor get \/vendor\/products` reads this resource/],
  ['shipments', /`purveyor get \/vendor\/shipments` reads this resource/],
  ['category', /Did you mean `purveyor categories`\?\n`purveyor get \/vendor\/categories`/],
  ['constructor', /`constructor` is not a command\.\n`purveyor help` lists/],
  ['categories create', /PATH is missing\.\nName a category, or the file that has them: --catalog FILE\./],
  ['whoami --jsno', /Unknown option `--jsno`\. Did you mean `--json`\?/],
  ['jobs list --limit', /The option `--limit` needs a value: `--limit N`\./],
  ['jobs list --limit --json', /The option `--limit` needs a value/],
  ['jobs list --limit 0', /`--limit` must be a whole number from 1 on/],
  ['jobs list --limit 1 --limit 2', /The option `--limit` is given twice\./],
  ['jobs list --json=yes', /The option `--json` takes no value\. Leave out `=yes`\./],
  ['jobs list now', /Unexpected argument `now`\.\nUsage: purveyor jobs list/],
  ['jobs cancel', /ID is missing\.\nUsage: purveyor jobs cancel ID/],
  ['help jobs list now', /Unexpected argument `now`\./]
]

for (const [args, message] of mistakes) {
  test(`purveyor ${args} is refused with the exit code 2`, async () => {
    const { code, stdout, stderr } = await cli.run(args.split(' '))
    assert.match(stderr, message)
    assert.equal(stdout, '')
    assert.equal(code, 2)
  })
}

test('with --json, errors are JSON on stderr', async () => {
  const { code, stderr } = await cli.run(['jobs', 'lst', '--json'])
  assert.deepEqual(JSON.parse(stderr), {
    error: {
      code: 'USAGE',
      message: '`jobs lst` is not a command. Did you mean `purveyor jobs list`?',
      hint: '`purveyor help jobs` lists the commands.'
    }
  })
  assert.equal(code, 2)
})

test('--version shows the version', async () => {
  const { stdout } = await cli.run(['--version'])
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
})

test('the README lists the exit codes as the help does', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  for (const [code, meaning] of Object.entries(exitCodeMeanings))
    assert.ok(readme.includes(`| ${code} | ${meaning.replace(/\.$/, '')} |`), code)
})
