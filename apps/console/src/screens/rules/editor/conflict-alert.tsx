import { Alert, Button, Group, Text } from '@mantine/core'
import type { ApprovalRule } from '@purveyor/client'
import { useEffect, useRef } from 'react'
import { rulesTexts } from '../../../texts/rules.ts'
import { useLastActor } from '../../../ui/use-last-actor.ts'
import type { RuleField } from './rule-form.ts'
import type { useRuleDraft } from './use-rule-draft.ts'

type Props = { rule: ApprovalRule; draft: ReturnType<typeof useRuleDraft> }

/** Says that someone else has changed the rule, and asks which version to go on with. */
export function ConflictAlert({ rule, draft }: Props) {
  const who = useLastActor(rule, { type: 'approval_rule.updated' })
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It returns a promise in newer browsers.
    void alert.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <Alert
      ref={alert}
      color="amber"
      role="alert"
      title={rulesTexts.conflict.title(who ?? rulesTexts.conflict.someone)}
    >
      <Text>
        {rulesTexts.conflict.fields(draft.conflicts.map(labelOf))} {rulesTexts.conflict.kept}
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => draft.resolve('current')}>
          {rulesTexts.conflict.theirs}
        </Button>
        <Button size="xs" variant="default" onClick={() => draft.resolve('mine')}>
          {rulesTexts.conflict.mine}
        </Button>
      </Group>
    </Alert>
  )
}

function labelOf(field: RuleField): string {
  return {
    name: rulesTexts.form.name,
    isActive: rulesTexts.form.active,
    when: rulesTexts.form.conditions,
    then: rulesTexts.form.then,
    reasons: rulesTexts.form.reasons,
    samplePercent: rulesTexts.form.samples
  }[field].toLowerCase()
}
