import { Group, Paper, Stack, Text } from '@mantine/core'
import { t } from '../../texts/texts.ts'
import { ReasonActions } from './reason-actions.tsx'
import { Code, Fields, type ReasonsProps, Uses } from './reason-cells.tsx'
import classes from './reasons.module.css'

/** The reasons as cards, for narrow windows. */
export function ReasonCards({ templates, uses, onOpen, onDelete }: ReasonsProps) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} className={classes.cards}>
      {templates.map((template) => (
        <Paper key={template.id} component="li" withBorder p="sm">
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
            <div className={classes.code}>
              <Code template={template} onOpen={onOpen} />
            </div>
            <ReasonActions template={template} onOpen={onOpen} onDelete={onDelete} />
          </Group>
          <Text lineClamp={4} my={6} className={classes.text}>
            {template.text}
          </Text>
          <Group justify="space-between" gap="xs">
            <Fields template={template} />
            <Text c="dimmed" fz="sm">
              {t.reasons.used}: <Uses use={uses(template.code)} />
            </Text>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
