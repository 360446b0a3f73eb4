import { Route, Switch } from 'wouter'
import { NotFound } from '../../ui/not-found.tsx'
import { PurchaseOrderListPage } from './purchase-order-list-page.tsx'
import { PurchaseOrderPage } from './purchase-order-page.tsx'

/** The purchase orders of a vendor: their list, and one of them. */
export default function PurchaseOrdersScreen() {
  return (
    <Switch>
      <Route path="/purchase-orders" component={PurchaseOrderListPage} />
      <Route path="/purchase-orders/:id">{({ id }) => <PurchaseOrderPage key={id} id={id} />}</Route>
      <Route>
        <NotFound home="/purchase-orders" />
      </Route>
    </Switch>
  )
}
