import { Anchor, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'wouter'

/** Leads from one entry to its list. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor component={Link} href={href} fz="sm">
      <Group gap={6} component="span" display="inline-flex">
        <IconArrowLeft size={16} aria-hidden />
        {children}
      </Group>
    </Anchor>
  )
}
