import { Anchor, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'wouter'
import { t } from '../../../texts/texts.ts'

/** Leads from a rule to the list. */
export function BackLink() {
  return (
    <Anchor component={Link} href="/rules">
      <Group gap={6} component="span" display="inline-flex">
        <IconArrowLeft size={16} aria-hidden />
        {t.rules.all}
      </Group>
    </Anchor>
  )
}
