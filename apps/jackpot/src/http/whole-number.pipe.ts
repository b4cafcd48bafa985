import { BadRequestException, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';

/** A query parameter that is absent, or a whole number in a range. */
export class WholeNumberPipe implements PipeTransform<unknown, number | undefined> {
  constructor(
    private readonly min: number,
    private readonly max = Number.MAX_SAFE_INTEGER,
  ) {}

  transform(text: unknown, { data: name }: ArgumentMetadata): number | undefined {
    if (text === undefined) return undefined;
    const { min, max } = this;
    if (typeof text === 'string' && /^\d+$/.test(text)) {
      const number = Number(text);
      if (number >= min && number <= max) return number;
    }
    throw new BadRequestException(`${name} must be a whole number from ${min} to ${max}.`);
  }
}
