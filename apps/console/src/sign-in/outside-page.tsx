import { Anchor, Center, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { requestMarketplace } from '../session/session-requests.ts'
import type { Side } from '../session/side.ts'
import { t } from '../texts/texts.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './outside-page.module.css'

type Props = { side?: Side | undefined; children: ReactNode }

/** A page for people who aren't signed in: the logo and the name of the marketplace above a box. */
export function OutsidePage({ side, children }: Props) {
  const marketplace = useMarketplace()
  return (
    <Center component="main" mih="100%" p="md" className={classes.page}>
      <Stack w="100%" maw={400} gap="lg">
        <Stack gap={10} align="center" className={classes.head}>
          {marketplace?.logoUrl ? (
            <img src={marketplace.logoUrl} alt="" className={classes.logo} />
          ) : (
            <Logo size={44} />
          )}
          <Text fw={600} fz={20} ta="center" className={classes.name}>
            {marketplace?.name ?? '\u00a0'}
          </Text>
          {side && <Text c="dimmed">{t.signIn.sides[side]}</Text>}
        </Stack>
        {children}
        <Anchor href="/docs/" c="dimmed" fz="sm" ta="center">
          {t.signIn.documentation}
        </Anchor>
      </Stack>
    </Center>
  )
}

/** Returns the marketplace; undefined until it is known. If it can't be read, the name is that of the product. */
function useMarketplace(): { name: string; logoUrl: string | null } | undefined {
  const [marketplace, setMarketplace] = useState<{ name: string; logoUrl: string | null }>()
  useEffect(() => {
    let isShown = true
    requestMarketplace()
      .catch(() => ({ name: t.product, logoUrl: null }))
      .then((read) => isShown && setMarketplace(read))
    return () => {
      isShown = false
    }
  }, [])
  return marketplace
}
