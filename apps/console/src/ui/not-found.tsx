import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from 'wouter'
import { t } from '../texts/texts.ts'
import { Empty } from './empty.tsx'
import { useTitle } from './use-title.ts'

/** The page for addresses that don't exist. */
export function NotFound({ home }: { home: string }) {
  useTitle(t.errors.notFound)
  return (
    <Empty icon={IconMapQuestion} title={t.errors.notFound} heading="h1" text={t.errors.notFoundDetail}>
      <Button component={Link} href={home}>
        {t.errors.home}
      </Button>
    </Empty>
  )
}
