import { Row, Rows } from '../lists/row.tsx'
import { InlineText } from '../text/marked-text.tsx'
import { TextDifference } from '../text/text-difference.tsx'
import classes from './values.module.css'

/** Shows which keys of an object were added, removed or have another value. */
export function AdditionalValues({ before, after }: { before: unknown; after: unknown }) {
  const [old, next] = [entriesOf(before), entriesOf(after)]
  const keys = [...new Set([...old.keys(), ...next.keys()])].sort()
  return (
    <Rows>
      {keys.map((key) => {
        const [was, is] = [old.get(key), next.get(key)]
        const kind =
          was === undefined ? 'added' : is === undefined ? 'removed' : was === is ? 'none' : 'changed'
        return (
          <Row key={key} change={{ kind }}>
            <span>
              <span className={classes.key}>
                <InlineText text={key} />
              </span>{' '}
              {kind !== 'changed' && <InlineText text={is ?? was ?? ''} />}
            </span>
            {kind === 'changed' && <TextDifference before={was ?? ''} after={is ?? ''} onlyWords />}
          </Row>
        )
      })}
    </Rows>
  )
}

/** Shows the keys and values of an object. */
export function ShownObject({ value }: { value: unknown }) {
  return (
    <dl className={classes.object}>
      {[...entriesOf(value)].map(([key, text]) => (
        <div key={key}>
          <dt>
            <InlineText text={key} />
          </dt>
          <dd>
            <InlineText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function entriesOf(value: unknown): Map<string, string> {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  return new Map(
    entries.map(([key, entry]): [string, string] => [
      key,
      typeof entry === 'string' ? entry : JSON.stringify(entry)
    ])
  )
}
