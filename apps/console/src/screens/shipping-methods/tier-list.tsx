import { ActionIcon, Button, Table, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { shippingMethodsTexts } from '../../texts/shipping-methods.ts'
import { newKey } from '../../ui/new-key.ts'
import { useUnits, weightLabel } from '../../ui/use-units.ts'
import { emptyTier, type TierValues } from './method-values.ts'
import classes from './shipping-methods.module.css'

const texts = shippingMethodsTexts
const fields = ['minWeight', 'maxWeight', 'rate'] as const

type Props = {
  tiers: readonly TierValues[]
  currency: string | undefined
  onChange: (tiers: TierValues[]) => void
  /** Returns the error at a pointer below the list: of the list, of a row, or of a field of a row. */
  faultAt: (pointer: string) => string | undefined
}

/** The rates of one country by weight. */
export function TierList({ tiers, currency, onChange, faultAt }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const { weightUnit } = useUnits()
  function addTier() {
    // The next range begins where the last one ends.
    const minWeight = tiers.length === 0 ? '0' : (tiers.at(-1)?.maxWeight ?? '')
    onChange([...tiers, { ...emptyTier, key: newKey(), minWeight }])
    // The first input of the new row that has no value.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('tbody tr:last-child input[value=""]')?.focus()
    )
  }
  function faultOf(tier: TierValues, index: number, field: (typeof fields)[number]) {
    const fault = faultAt(`/${index}/${field}`)
    return fault && tier[field].trim() === '' ? texts.missing : fault
  }
  function removeTier(key: string) {
    onChange(tiers.filter((tier) => tier.key !== key))
    add.current?.focus()
  }
  return (
    <div ref={list} className={classes.tiers}>
      {tiers.length > 0 && (
        <Table
          aria-label={texts.tiers}
          className={classes.tierTable}
          layout="fixed"
          withRowBorders={false}
          verticalSpacing={4}
          horizontalSpacing={4}
        >
          <Table.Thead>
            <Table.Tr>
              {fields.map((field) => (
                <Table.Th key={field} scope="col">
                  {field === 'rate'
                    ? weightLabel(texts.rate, currency)
                    : weightLabel(texts[field], weightUnit)}
                </Table.Th>
              ))}
              <Table.Td className={classes.removeTier} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tiers.map((tier, index) => (
              <Table.Tr key={tier.key} className={classes.tier}>
                {fields.map((field) => (
                  <Table.Td key={field}>
                    <TextInput
                      size="xs"
                      aria-label={`${texts[field]} ${index + 1}`}
                      inputMode="decimal"
                      value={tier[field]}
                      onChange={({ currentTarget: { value } }) =>
                        onChange(tiers.map((one) => (one === tier ? { ...one, [field]: value } : one)))
                      }
                      error={
                        faultOf(tier, index, field) ??
                        (field === 'minWeight' ? faultAt(`/${index}`) : undefined)
                      }
                      autoComplete="off"
                    />
                  </Table.Td>
                ))}
                <Table.Td className={classes.removeTier}>
                  <ActionIcon aria-label={texts.removeTier(index + 1)} onClick={() => removeTier(tier.key)}>
                    <IconX size={16} />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {faultAt('') && (
        <Text role="alert" fz="sm" c="var(--mantine-color-error)">
          {faultAt('')}
        </Text>
      )}
      <Button
        ref={add}
        mt="xs"
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        onClick={addTier}
      >
        {texts.addTier}
      </Button>
      {tiers.length > 0 && (
        <Text c="dimmed" fz="xs" mt={4}>
          {texts.tiersHint}
        </Text>
      )}
    </div>
  )
}
