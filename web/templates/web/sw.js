// The shell only: pages and play always come from the network.
