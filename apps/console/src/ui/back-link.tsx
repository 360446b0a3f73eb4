import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'wouter'

/** Leads from one entry to its list. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor
      component={Link}
      href={href}
      fz="sm"
      display="inline-flex"
      style={{ alignItems: 'center', gap: 6 }}
    >
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </Anchor>
  )
}
