import type { ShippingMethod } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { shippingMethodsTexts } from '../../texts/shipping-methods.ts'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useIsShown } from '../../ui/use-is-shown.ts'
import { BasicsSection } from './basics-section.tsx'
import { bodyOf, emptyMethod, isField, type MethodValues, valuesOf } from './method-values.ts'
import { PricingSection } from './pricing-section.tsx'
import { RatesSection } from './rates-section.tsx'
import { methodKey, methodsKey } from './use-shipping-methods.ts'

const texts = shippingMethodsTexts

/** Creates or changes a shipping method, and returns to the list. */
export function MethodForm({ method }: { method: ShippingMethod | undefined }) {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const isShown = useIsShown()
  const form = useForm<MethodValues, ShippingMethod>({
    kind: 'shipping-method',
    id: method?.id ?? 'new',
    initial: method ? valuesOf(method) : emptyMethod,
    isField,
    faultTexts: texts.faults,
    send: (values) =>
      method
        ? purveyor.shippingMethods.update(method, bodyOf(values))
        : purveyor.shippingMethods.create(bodyOf(values)),
    message: ({ name }) => (method ? texts.saved(name) : texts.created(name)),
    onSaved() {
      if (isShown.current) navigate('/shipping-methods')
      return queries.invalidateQueries({ queryKey: methodsKey })
    },
    ...(method && { queryKey: methodKey(method.id) })
  })
  const currency = method?.currency
  return (
    <Form
      label={texts.basics}
      form={form}
      nameOf={(field) => texts.fields[field]}
      submitText={method ? texts.save : texts.create}
    >
      <BasicsSection {...form} />
      <PricingSection {...form} currency={currency} />
      <RatesSection {...form} currency={currency} />
    </Form>
  )
}
