import { Alert, Loader } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useIsLost } from '../api/connection-status.ts'
import { t } from '../texts/texts.ts'
import classes from './shell.module.css'

/** A short interruption isn't shown, in milliseconds. */
const toleratedMs = 800

/** Says that the service doesn't respond, and that what was sent is kept. */
export function ConnectionBanner() {
  const isLost = useIsLost()
  const [isShown, setShown] = useState(false)
  const wasShown = useRef(false)
  useEffect(() => {
    if (isLost) {
      const timer = setTimeout(() => {
        setShown(true)
        wasShown.current = true
      }, toleratedMs)
      return () => clearTimeout(timer)
    }
    setShown(false)
    if (wasShown.current) notifications.show({ message: t.connection.back, color: 'green' })
    wasShown.current = false
  }, [isLost])
  return (
    <div aria-live="assertive" className={classes.connection}>
      {isShown && (
        <Alert color="amber" variant="filled" py="xs" icon={<Loader size={16} color="white" />}>
          {t.connection.lost}
        </Alert>
      )}
    </div>
  )
}
