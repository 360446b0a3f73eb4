import { Route, Switch } from 'wouter'
import { NotFound } from '../../ui/not-found.tsx'
import { ShipmentListPage } from './shipment-list-page.tsx'
import { ShipmentPage } from './shipment-page.tsx'

/** The shipments of a vendor: their list, and one of them. */
export default function ShipmentsScreen() {
  return (
    <Switch>
      <Route path="/shipments" component={ShipmentListPage} />
      <Route path="/shipments/:id">{({ id }) => <ShipmentPage key={id} id={id} />}</Route>
      <Route>
        <NotFound home="/shipments" />
      </Route>
    </Switch>
  )
}
