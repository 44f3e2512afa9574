import SlotsCLI

SlotsProgram.main()
