import { ActionIcon, Anchor, Badge, Group, Text, Tooltip } from '@mantine/core'
import type { ApprovalRule } from '@purveyor/client'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { rulesTexts } from '../../texts/rules.ts'
import { t } from '../../texts/texts.ts'
import { draftKey, drafts } from '../../ui/drafts.ts'
import { formatPercent } from '../../ui/format.ts'
import { type HandleProps, MoveControls } from '../../ui/move-controls.tsx'
import { DecisionBadge } from './decision-badge.tsx'
import { describeConditions, type Wording } from './describe-conditions.ts'
import type { RuleOutcome } from './outcome.ts'
import { RowOutcome } from './row-outcome.tsx'
import classes from './rule-list.module.css'
import { RuleSwitch } from './rule-switch.tsx'

type Props = {
  rule: ApprovalRule
  rules: ApprovalRule[]
  index: number
  wording: Wording
  /** Undefined while it is read. */
  outcome: RuleOutcome | undefined
  isDragged: boolean
  style: CSSProperties | undefined
  handleProps: HandleProps | undefined
  onMove: (to: number) => void
  onDelete: () => void
}

/** A rule in the list. */
export function RuleRow({
  rule,
  rules,
  index,
  wording,
  outcome,
  isDragged,
  style,
  handleProps,
  ...props
}: Props) {
  return (
    <li
      className={classes.row}
      data-dragged={isDragged || undefined}
      data-off={!rule.isActive || undefined}
      style={style}
    >
      <Group gap={4} wrap="nowrap" className={classes.place}>
        {handleProps && (
          <MoveControls
            name={rule.name}
            index={index}
            count={rules.length}
            handleProps={handleProps}
            onMove={props.onMove}
          />
        )}
        <Text fw={600} c="dimmed" className={classes.number} aria-hidden>
          {index + 1}
        </Text>
      </Group>
      <div className={classes.rule}>
        <Name rule={rule} />
        <Text mt={2}>{describeConditions(rule.when, wording)}.</Text>
        <Then rule={rule} />
      </div>
      <div className={classes.outcome}>
        <RowOutcome isActive={rule.isActive} outcome={outcome} />
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.actions}>
        <RuleSwitch rule={rule} rules={rules} index={index} />
        <RowActions rule={rule} onDelete={props.onDelete} />
      </Group>
    </li>
  )
}

function Name({ rule }: { rule: ApprovalRule }) {
  const { me } = useSignedIn()
  return (
    <Group gap="xs">
      <Anchor component={Link} href={`/rules/${rule.id}`} fw={600} c="var(--mantine-color-text)">
        {rule.name}
      </Anchor>
      {drafts.read(draftKey(me, 'rule', rule.id)) !== undefined && (
        <Badge color="blue">{rulesTexts.draft}</Badge>
      )}
    </Group>
  )
}

function Then({ rule: { then, reasons, samplePercent } }: { rule: ApprovalRule }) {
  return (
    <Group gap="xs" mt={6}>
      <DecisionBadge decision={then} />
      {samplePercent > 0 && (
        <Text fz="xs" c="dimmed">
          {rulesTexts.samples(formatPercent(samplePercent / 100))}
        </Text>
      )}
      {reasons.length > 0 && (
        <Text
          fz="xs"
          c="dimmed"
          lineClamp={1}
          title={reasons.map(({ text }) => text).join('\n')}
          flex={1}
          miw={120}
        >
          {reasons.map(({ text }) => text).join(' · ')}
        </Text>
      )}
    </Group>
  )
}

function RowActions({ rule, onDelete }: { rule: ApprovalRule; onDelete: () => void }) {
  const { canWrite } = useSignedIn()
  if (!canWrite) return null
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip label={t.actions.edit}>
        <ActionIcon
          component={Link}
          href={`/rules/${rule.id}`}
          size={32}
          aria-label={rulesTexts.edit(rule.name)}
        >
          <IconPencil size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t.actions.delete}>
        <ActionIcon size={32} onClick={onDelete} aria-label={rulesTexts.delete(rule.name)}>
          <IconTrash size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
