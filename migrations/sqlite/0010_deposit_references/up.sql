-- A provider's reference is booked once: the claim says so first, and this where claims were lost.

CREATE UNIQUE INDEX deposits_reference ON deposits (provider, reference);
