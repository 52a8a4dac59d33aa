"""A toy as the catalogue describes it."""

from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)
from pydantic.alias_generators import to_camel

from backend.money import Dollars

Category = Literal[
    "Action Figures and Playsets",
    "Arts and Crafts",
    "Baby and Toddler",
    "Bath and Water Play",
    "Board Games",
    "Building Sets",
    "Card Games",
    "Costumes",
    "Dinosaurs",
    "Dolls and Dollhouses",
    "Magic and Tricks",
    "Musical Instruments",
    "Outdoor Play",
    "Plush Animals",
    "Pretend Play",
    "Puzzles",
    "Remote Control",
    "Robots and Coding",
    "Science Kits",
    "Space",
    "Sports",
    "Storytelling and Books",
    "Train Sets",
    "Vehicles",
    "Wooden Toys",
]


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("holds characters that cannot be printed")
    return text


Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1), AfterValidator(_printable)
]
Name = Annotated[Text, StringConstraints(max_length=200)]
Years = Annotated[int, Field(strict=True, ge=0, le=18)]
Centimetres = Annotated[float, Field(strict=True, gt=0, le=300)]


class _CatalogModel(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel, validate_by_name=True, frozen=True, extra="forbid"
    )


class Dimensions(_CatalogModel):
    """The packed size."""

    length_cm: Centimetres
    width_cm: Centimetres
    height_cm: Centimetres


class Rating(_CatalogModel):
    """What shoppers thought of a toy: the mean of their stars, and how many they were."""

    average: Annotated[float, Field(strict=True, ge=1, le=5)]
    count: Annotated[int, Field(strict=True, ge=0)]


class Toy(_CatalogModel):
    """One toy of the catalogue. JSON spells the fields in camelCase."""

    id: Annotated[str, StringConstraints(pattern=r"^toy-[0-9]{3}$")]
    name: Name
    description: Text
    """One sentence."""
    details: Text
    """The longer copy of the toy's page."""
    keywords: Annotated[tuple[Text, ...], Field(min_length=1)]
    min_age: Years
    max_age: Years
    """Ages in whole years, both inclusive."""
    price: Annotated[Dollars, Field(gt=0, le=10_000)]
    """US dollars."""
    stock: Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
    """Units on the shelf when the order store is first filled; the store counts from there."""
    category: Category
    dimensions: Dimensions
    maker: Text
    emoji: Text
    """The toy's picture in one character."""
    best_seller_rank: Annotated[int, Field(strict=True, ge=1)]
    """1 is the toy sold most."""
    rating: Rating

    @model_validator(mode="after")
    def _ages_in_order(self) -> Self:
        if self.min_age > self.max_age:
            raise ValueError(f"minAge {self.min_age} is above maxAge {self.max_age}")
        return self
