import { Stack, Switch, TextInput } from '@mantine/core'
import { rulesTexts } from '../../../texts/rules.ts'
import type { PartProps } from './part-props.ts'
import { messageAt } from './rule-faults.ts'

/** The name of the rule, and whether it is on. */
export function BasicsSection({ form, faults, onChange }: PartProps) {
  return (
    <Stack>
      <TextInput
        label={rulesTexts.form.name}
        description={rulesTexts.form.nameHint}
        required
        maxLength={255}
        autoComplete="off"
        value={form.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={messageAt(faults, '/name')}
      />
      <Switch
        label={rulesTexts.form.active}
        description={rulesTexts.form.activeHint}
        checked={form.isActive}
        onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
        error={messageAt(faults, '/isActive')}
      />
    </Stack>
  )
}
