import { NumberInput, Radio, SimpleGrid, Stack } from '@mantine/core'
import type { ApprovalRuleDecision } from '@purveyor/client'
import { rulesTexts } from '../../../texts/rules.ts'
import { Section } from '../../../ui/section.tsx'
import type { PartProps } from './part-props.ts'
import { ReasonsField } from './reasons-field.tsx'
import { messageAt } from './rule-faults.ts'

const decisions = ['APPROVE', 'REJECT', 'QUEUE'] as const

/** What the rule does with the entries that match it. */
export function ThenSection({ form, faults, onChange }: PartProps) {
  return (
    <Section title={rulesTexts.form.then}>
      <Stack gap="lg">
        <Radio.Group
          aria-label={rulesTexts.form.then}
          value={form.then}
          onChange={(then) => onChange({ then: then as ApprovalRuleDecision })}
          error={messageAt(faults, '/then')}
        >
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
            {decisions.map((decision) => (
              <Radio
                key={decision}
                value={decision}
                label={rulesTexts.decisions[decision]}
                description={rulesTexts.form.thenHints[decision]}
              />
            ))}
          </SimpleGrid>
        </Radio.Group>
        {form.then === 'REJECT' && <ReasonsField form={form} faults={faults} onChange={onChange} />}
        {form.then !== 'QUEUE' && (
          <NumberInput
            label={rulesTexts.form.samples}
            description={rulesTexts.form.samplesHint}
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
