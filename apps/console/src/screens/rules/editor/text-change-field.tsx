import { Group, Input, NumberInput, Slider } from '@mantine/core'
import { useId } from 'react'
import { rulesTexts } from '../../../texts/rules.ts'
import type { ConditionProps } from './condition-field.tsx'

const marks = [0, 50, 100].map((value) => ({ value, label: `${value}` }))

/** The share of words that may differ, as a slider and as a number. */
export function TextChangeField({ when, label, hint, error, onChange }: ConditionProps) {
  const id = useId()
  // A share has no more than four decimals, so that 0.07 isn't shown as 7.000000000000001%.
  const percent = Math.round((when.maxTextChange ?? 0) * 1e4) / 100
  const change = (value: number | string) =>
    onChange({ maxTextChange: Math.round(Number(value) * 100) / 1e4 })
  return (
    <Input.Wrapper label={label} description={hint} error={error} id={id}>
      <Group gap="lg" mt="xs" wrap="nowrap" align="center">
        <Slider
          flex={1}
          mb={18}
          value={percent}
          onChange={change}
          min={0}
          max={100}
          marks={marks}
          label={null}
          thumbLabel={label}
        />
        <NumberInput
          id={id}
          aria-label={rulesTexts.condition.percent}
          value={percent}
          onChange={change}
          min={0}
          max={100}
          clampBehavior="strict"
          decimalScale={2}
          suffix="%"
          w={92}
        />
      </Group>
    </Input.Wrapper>
  )
}
