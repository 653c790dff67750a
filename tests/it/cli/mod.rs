mod binary;
mod rake;
mod rules;
