import { NumberInput, Radio, SimpleGrid, Stack } from '@mantine/core'
import type { ApprovalRuleDecision } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'
import { Section } from '../../../ui/section.tsx'
import type { PartProps } from './part-props.ts'
import { ReasonsField } from './reasons-field.tsx'
import { messageAt } from './rule-faults.ts'

const decisions = ['APPROVE', 'REJECT', 'QUEUE'] as const

/** What the rule does with the entries that match it. */
export function ThenSection({ form, faults, onChange }: PartProps) {
  return (
    <Section title={t.rules.form.then}>
      <Stack gap="lg">
        <Radio.Group
          aria-label={t.rules.form.then}
          value={form.then}
          onChange={(then) => onChange({ then: then as ApprovalRuleDecision })}
          error={messageAt(faults, '/then')}
        >
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
            {decisions.map((decision) => (
              <Radio
                key={decision}
                value={decision}
                label={t.rules.decisions[decision]}
                description={t.rules.form.thenHints[decision]}
              />
            ))}
          </SimpleGrid>
        </Radio.Group>
        {form.then === 'REJECT' && <ReasonsField form={form} faults={faults} onChange={onChange} />}
        {form.then !== 'QUEUE' && (
          <NumberInput
            label={t.rules.form.samples}
            description={t.rules.form.samplesHint}
            error={messageAt(faults, '/samplePercent')}
            value={form.samplePercent}
            onChange={(samplePercent) => onChange({ samplePercent })}
            min={0}
            max={100}
            decimalScale={2}
            suffix="%"
            styles={{ wrapper: { maxWidth: 120 } }}
          />
        )}
      </Stack>
    </Section>
  )
}
