import { notifications } from '@mantine/notifications'
import { PreconditionFailed, type ShippingMethod } from '@purveyor/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { notifyError } from '../../ui/notify-error.ts'
import type { Draft } from '../../ui/use-draft.ts'
import { useIsShown } from '../../ui/use-is-shown.ts'
import { bodyOf, type MethodValues } from './method-values.ts'
import { methodKey, methodsKey } from './use-shipping-methods.ts'

/** Saves a shipping method, and returns to the list. */
export function useSaveMethod(method: ShippingMethod | undefined, draft: Draft<MethodValues>) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const isShown = useIsShown()
  return useMutation({
    mutationFn: (values: MethodValues) => {
      const body = bodyOf(values)
      return method ? purveyor.shippingMethods.update(method, body) : purveyor.shippingMethods.create(body)
    },
    async onSuccess({ name }) {
      draft.reset()
      const message = method ? t.shippingMethods.saved(name) : t.shippingMethods.created(name)
      notifications.show({ message, color: 'green' })
      if (isShown.current) navigate('/shipping-methods')
      await queries.invalidateQueries({ queryKey: methodsKey })
    },
    async onError(error) {
      if (!isShown.current) notifyError(error)
      // The form then takes over what someone else has changed.
      if (method && error instanceof PreconditionFailed)
        await queries.invalidateQueries({ queryKey: methodKey(method.id) })
    }
  })
}
