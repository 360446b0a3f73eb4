import { Kbd, Text } from '@mantine/core'
import { shippingTexts } from '../../../texts/orders.ts'
import { altKey } from '../../../ui/mod-key.ts'
import classes from './ship.module.css'

const { keys } = shippingTexts
const shortcuts: [string, string][] = [
  ['↵', keys.ship],
  ['↓', keys.next],
  ['↑', keys.previous],
  [`${altKey} Q`, keys.quantities],
  [`${altKey} C`, keys.carrier],
  [`${altKey} P`, keys.slip],
  [`${altKey} Z`, keys.undo],
  ['Esc', keys.back]
]

/** The keys of the screen. They are always in view, because letters go into the tracking number. */
export function ShipKeys() {
  return (
    <section aria-label={shippingTexts.keysTitle}>
      <ul className={classes.keys}>
        {shortcuts.map(([key, text]) => (
          <li key={key}>
            <Kbd size="xs">{key}</Kbd>
            <Text span c="dimmed" fz="xs">
              {text}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
