import { Button } from '@mantine/core'
import type { Statement } from '@purveyor/client'
import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { vendorTexts } from '../../../texts/vendors.ts'
import { PayDialog } from '../../../ui/statements/pay-dialog.tsx'
import { isPayable } from '../../../ui/statements/vendor-statements.tsx'

/** Marks a statement as paid, if something is due. Only managers may. */
export default function PayButton({ statement }: { statement: Statement }) {
  const { canManage } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  if (!canManage || !isPayable(statement)) return null
  return (
    <>
      <Button leftSection={<IconCash size={16} />} onClick={() => setOpen(true)}>
        {vendorTexts.statements.pay}
      </Button>
      {isOpen && <PayDialog statement={statement} onClose={() => setOpen(false)} />}
    </>
  )
}
