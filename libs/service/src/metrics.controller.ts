import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Registry } from 'prom-client';

/** Where a service keeps its metrics. */
export abstract class MetricsSource {
  abstract readonly registry: Registry;
}

@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsSource) {}

  @Get()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiExcludeEndpoint()
  text(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
