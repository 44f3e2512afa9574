import SlotsCLI
import SlotsFleet

// The same program as slots, with the way to the network.
SlotsProgram.main(fleet: NetworkFleet())
