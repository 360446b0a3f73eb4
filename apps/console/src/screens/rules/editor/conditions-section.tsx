import { ActionIcon, Alert, Box, Button, Group, Menu, Stack, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { rulesTexts } from '../../../texts/rules.ts'
import { Section } from '../../../ui/section.tsx'
import { matchesEverything } from '../describe-conditions.ts'
import { ConditionField } from './condition-field.tsx'
import { conditionNames, presentConditions, withCondition, withoutCondition } from './conditions.ts'
import classes from './editor.module.css'
import type { PartProps } from './part-props.ts'
import { type ConditionName, conditionsOf } from './rule-form.ts'

/** The conditions of a rule, which are added from a menu. */
export function ConditionsSection({ form, faults, onChange }: PartProps) {
  const [added, setAdded] = useState<ConditionName>()
  const addButton = useRef<HTMLButtonElement>(null)
  const present = presentConditions(form.when)
  const missing = conditionNames.filter((name) => !present.includes(name))
  return (
    <Section title={rulesTexts.form.conditions} hint={rulesTexts.form.conditionsHint}>
      <Stack>
        {matchesEverything(conditionsOf(form.when)) && <NoConditions />}
        {present.map((name) => (
          <Condition
            key={name}
            name={name}
            isNew={name === added}
            onRemove={() => {
              onChange({ when: withoutCondition(form.when, name) })
              addButton.current?.focus()
            }}
          >
            <ConditionField
              name={name}
              when={form.when}
              faults={faults}
              onChange={(when) => onChange({ when })}
            />
          </Condition>
        ))}
        <Menu position="bottom-start" returnFocus={false} width={260}>
          <Menu.Target>
            <Button
              ref={addButton}
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={missing.length === 0}
              style={{ alignSelf: 'flex-start' }}
            >
              {rulesTexts.form.addCondition}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {missing.map((name) => (
              <Menu.Item
                key={name}
                onClick={() => {
                  setAdded(name)
                  onChange({ when: withCondition(form.when, name) })
                }}
              >
                {rulesTexts.condition[name].label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Stack>
    </Section>
  )
}

function NoConditions() {
  return (
    <Alert
      color="amber"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={rulesTexts.form.noConditions}
    >
      {rulesTexts.form.noConditionsDetail}
    </Alert>
  )
}

type ConditionProps = {
  name: ConditionName
  /** True if the person has just added it, so that it gets the focus. */
  isNew: boolean
  onRemove: () => void
  children: React.ReactNode
}

function Condition({ name, isNew, onRemove, children }: ConditionProps) {
  const box = useRef<HTMLDivElement>(null)
  const { label } = rulesTexts.condition[name]
  useEffect(() => {
    if (isNew) box.current?.querySelector<HTMLElement>('input:not([type=hidden]), [role=slider]')?.focus()
  }, [isNew])
  return (
    <Group className={classes.condition} wrap="nowrap" align="flex-start" ref={box} data-condition={name}>
      <Box flex={1} miw={0}>
        {children}
      </Box>
      <Tooltip label={rulesTexts.form.removeCondition(label)}>
        <ActionIcon onClick={onRemove} aria-label={rulesTexts.form.removeCondition(label)}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
