import '#service/bounded-memory';

// A static import would load the service before this process is replaced.
await import('./serve.js');
