import { Anchor, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'wouter'
import { t } from '../../texts/texts.ts'

/** Leads from a product to the list. */
export function BackLink() {
  return (
    <Anchor component={Link} href="/products">
      <Group gap={6} component="span" display="inline-flex">
        <IconArrowLeft size={16} aria-hidden />
        {t.productScreen.all}
      </Group>
    </Anchor>
  )
}
