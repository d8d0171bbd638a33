int sell() { return price_of(next_ticket()); }  // what these are, the precompiled header says
